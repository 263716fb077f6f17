/** A unit, its dimension, and its size in the dimension's base unit. `toBaseUnit` handles the offset of temperatures. */
export interface Unit {
	/** Canonical name: `km`, `kg`, `MB`, `%`, `USD`. */
	name: string;
	dimension: string;
	factor: number;
}

const unitTable: readonly [name: string, dimension: string, factor: number, spellings: string][] = [
	["mm", "length", 0.001, "mm millimetre millimetres millimeter millimeters"],
	["cm", "length", 0.01, "cm centimetre centimetres centimeter centimeters"],
	["m", "length", 1, "m metre metres meter meters"],
	["km", "length", 1000, "km kilometre kilometres kilometer kilometers"],
	["in", "length", 0.0254, "inch inches"],
	["ft", "length", 0.3048, "ft foot feet"],
	["yd", "length", 0.9144, "yd yard yards"],
	["mi", "length", 1609.344, "mi mile miles"],
	["nmi", "length", 1852, "nmi"],
	["km2", "area", 1e6, "km2 km²"],
	["m2", "area", 1, "m2 m²"],
	["ha", "area", 1e4, "ha hectare hectares"],
	["acre", "area", 4046.856, "acre acres"],
	["sq mi", "area", 2589988, "sqmi"],
	["g", "mass", 0.001, "g gram grams"],
	["kg", "mass", 1, "kg kilogram kilograms kilo kilos"],
	["t", "mass", 1000, "tonne tonnes ton tons"],
	["lb", "mass", 0.45359237, "lb lbs pound pounds"],
	["oz", "mass", 0.0283495, "oz ounce ounces"],
	["ml", "volume", 0.001, "ml millilitre millilitres milliliter milliliters"],
	["l", "volume", 1, "litre litres liter liters"],
	["gal", "volume", 3.785412, "gallon gallons"],
	["ns", "time", 1e-9, "ns nanosecond nanoseconds"],
	["µs", "time", 1e-6, "µs μs microsecond microseconds"],
	["ms", "time", 0.001, "ms millisecond milliseconds"],
	["s", "time", 1, "s sec secs second seconds"],
	["min", "time", 60, "min mins minute minutes"],
	["h", "time", 3600, "h hr hrs hour hours"],
	["d", "time", 86_400, "day days"],
	["week", "time", 604_800, "week weeks"],
	["month", "time", 2_629_746, "month months"],
	["year", "time", 31_556_952, "year years yr yrs"],
	["bit", "data", 0.125, "bit bits"],
	["B", "data", 1, "byte bytes"],
	["kB", "data", 1000, "kb kilobyte kilobytes"],
	["KiB", "data", 1024, "kib kibibytes"],
	["MB", "data", 1e6, "mb megabyte megabytes"],
	["MiB", "data", 1_048_576, "mib mebibytes"],
	["GB", "data", 1e9, "gb gigabyte gigabytes"],
	["GiB", "data", 1_073_741_824, "gib gibibytes"],
	["TB", "data", 1e12, "tb terabyte terabytes"],
	["Hz", "frequency", 1, "hz hertz"],
	["kHz", "frequency", 1e3, "khz"],
	["MHz", "frequency", 1e6, "mhz"],
	["GHz", "frequency", 1e9, "ghz"],
	["W", "power", 1, "w watt watts"],
	["kW", "power", 1e3, "kw kilowatt kilowatts"],
	["MW", "power", 1e6, "mw megawatt megawatts"],
	["V", "voltage", 1, "v volt volts"],
	["km/h", "speed", 1, "km/h kph"],
	["mph", "speed", 1.609344, "mph"],
	["°C", "celsius", 1, "°c ℃ celsius"],
	["°F", "fahrenheit", 1, "°f ℉ fahrenheit"],
	["%", "share", 1, "% percent per-cent pct"],
	["pp", "share points", 1, "pp"],
	["USD", "USD", 1, "usd dollar dollars"],
	["EUR", "EUR", 1, "eur euro euros"],
	["GBP", "GBP", 1, "gbp"],
	["JPY", "JPY", 1, "jpy yen"],
	["INR", "INR", 1, "inr rupee rupees"],
];

const bySpelling = new Map<string, Unit>();
for (const [name, dimension, factor, spellings] of unitTable)
	for (const spelling of spellings.split(" ")) bySpelling.set(spelling, { name, dimension, factor });
const byName = new Map(unitTable.map(([name, dimension, factor]) => [name, { name, dimension, factor }]));

export const currencies: Readonly<Record<string, string>> = {
	$: "USD",
	US$: "USD",
	"€": "EUR",
	"£": "GBP",
	"¥": "JPY",
	"₹": "INR",
};

/** The unit that a spelling means: `kilometres`, `MB`, `%`. One-letter spellings must be lower-case, except W and V. */
export function unitOf(spelling: string): Unit | undefined {
	if (spelling.length === 1 && /[A-Z]/.test(spelling))
		return /[WV]/.test(spelling) ? bySpelling.get(spelling.toLowerCase()) : undefined;
	return bySpelling.get(spelling.toLowerCase());
}

/** Converts a value to the base unit of its dimension (`3 km` → 3000, length); undefined for an unknown unit. */
export function toBaseUnit(value: number, unit: string): { value: number; dimension: string } | undefined {
	const known = byName.get(unit);
	if (!known) return undefined;
	if (known.dimension === "fahrenheit") return { value: ((value - 32) * 5) / 9, dimension: "celsius" };
	return { value: value * known.factor, dimension: known.dimension };
}
