function set(words: string): ReadonlySet<string> {
	return new Set(words.trim().split(/\s+/));
}

/** Given names common in English text: a capitalised pair that opens with one is a person. */
export const givenNames = set(`
aaron abdul abraham adam adrian agnes ahmed aidan alan albert alberto alec alejandro alex alexander alexandra alexei alexis alfred ali alice
alicia alison allan allen alma amanda amber amy ana anatoly andre andrea andreas andrei andrew andy angel angela angelina ann anna anne annie
anthony antoine anton antonio april archibald aretha ariana arnold arthur asa ashley audrey august augustus austin ava barbara barack barry
bart beatrice ben benedict benjamin bernard bert beth betty beverly bill billy björn blake bob bobby bonnie boris brad bradley brandon brenda
brendan brett brian bridget bruce bruno bryan burt caitlin calvin cameron carl carla carlo carlos carmen carol carole caroline carolyn carrie
cary casey catherine cecil cecilia celine chad charles charlie charlotte cheryl chester chloe chris christian christina christine christoph
christopher chuck claire clara clarence clark claude claudia clay clayton cliff clifford clint clive clyde cody colin connie connor conrad
constance corey craig crystal curt curtis cynthia cyril daisy dale damian damon dan dana daniel danielle danny darrell darren dave david dawn
dean deborah debra delia denis denise dennis denzel derek derrick desmond diana diane dick diego dirk dmitri dolly dolores dominic don donald
donna dora doris dorothy doug douglas drew duane duncan dustin dwight dylan earl ed eddie edgar edith edmund eduardo edward edwin eileen
elaine eleanor elena eli elias elijah elizabeth ella ellen elliot elmer elsa elton elvis emil emilia emily emma emmanuel enrico enrique eric
erica erich erik erin ernest ernst esther ethan ethel eugene eva evan eve evelyn ezra faith federico felix ferdinand fernando fiona florence
floyd frances francesca francesco francis francisco franco frank franklin franz fred freddie frederic frederick friedrich fritz gabriel gail
gareth garry gary gavin gene geoff geoffrey george georges georgia gerald gerard gerhard gilbert giles gina giovanni giuseppe gladys glen
glenn gloria gordon grace graham grant greg gregory greta guillermo gus gustav guy gwen hal hannah hans harold harriet harris harrison harry
harvey hassan hazel heather hector heidi heinrich helen helena helmut henri henry herbert herman hillary hiroshi holly homer horace howard hubert
hugh hugo humphrey ian ibrahim ida igor ingrid irene iris irving isaac isabel isabella ivan jack jackie jackson jacob jacqueline jacques jake
james jamie jan jane janet janice jared jason javier jay jean jeff jeffrey jennifer jenny jeremiah jeremy jerome jerry jesse jessica jill jim
jimmy joan joanna joanne joe joel johan johann johannes john johnny jon jonah jonathan jordan jorge jose josef joseph josephine josh joshua
josé joyce juan judith judy julia julian julie juliet julio julius june justin kai karen karin karl kate katherine kathleen kathryn kathy katie
kay keith kelly ken kenneth kenny kent kevin kim kirk klaus kobe kristen kurt kyle lance larry laura lauren laurence laurie lawrence lee leo leon
leonard leonardo leopold leroy leslie lester lewis liam lillian lily linda lionel lisa liz lloyd lois lola lorenzo lorraine louis louise lucas
lucia lucy ludwig luigi luis luke luther lydia lyle lynn mabel mackenzie madeleine madonna maggie malcolm marc marcel marco marcus margaret
maria mariah marian marie marilyn mario marion marjorie mark marlene marlon marsha marshall martha martin marty marvin mary mason mathew matt
matthew maureen maurice max maxwell megan mel melanie melissa meredith meryl mia michael michel michelle miguel mike mikhail miles milton
miranda miriam mitch mitchell mohamed mohammed molly monica morgan morris muhammad myra nadia nancy naomi natalia natalie natasha nathan
nathaniel ned neil nelson neville nicholas nick nicolas nicole nigel nikita nikolai nina noah noel nora norma norman octavia olga oliver olivia
omar orlando orson oscar otis otto owen pablo pam pamela paolo pat patricia patrick patti paul paula paulo pearl pedro peggy penelope percy
perry pete peter phil philip philippe phillip phoebe phyllis pierre polly priscilla quentin rachel rafael ralph ramon randall randolph randy
raoul raul ray raymond rebecca reginald rene rex ricardo richard rick ricky rita rob robert roberta roberto robin rod roderick rodney
roger roland roman ron ronald ronnie rosa rosalind rose rosemary ross roy ruby rudolf rudolph rudy rufus rupert russ russell ruth ryan sally sam
samantha samuel sandra sandy sara sarah saul scarlett scott sean sebastian serena serge sergei sergey sergio seth shane shannon sharon shaun shawn
sheila sherman shirley sid sidney sigmund silvia simon simone sofia sonia sophia sophie spencer stacy stan stanley stefan stella stephanie stephen
steve steven stewart stuart sue susan suzanne sven sydney sylvester sylvia tamara tammy tara ted teresa terence teri terrence terry thelma theo
theodore theresa thomas tiffany tim timothy tina tobias toby todd tom tommy toni tony tracy travis trevor troy truman tyler tyrone ursula valerie
vanessa vera vernon veronica victor victoria vince vincent viola violet virgil virginia vivian vladimir wade wallace walt walter wanda warren wayne
wendell wendy werner wesley whitney wilbur wilfred wilhelm will willa willard willem william willie wilson winifred winston wolfgang woody xavier
yasmin yolanda yuri yves yvonne zachary zoe
`);

export const titlesOfPersons = set(`
mr mrs ms dr prof professor sir dame lord lady king queen prince princess president senator governor mayor captain general colonel major admiral
lieutenant sergeant saint st pope bishop archbishop cardinal emperor empress sultan duke duchess count countess baron judge justice chancellor
reverend rev rabbi imam
`);

export const organizationWords = set(`
inc incorporated corp corporation company co ltd limited llc plc gmbh ag group holdings university college school academy institute institution
association society organization organisation foundation federation union league club fc team party committee commission council agency bureau
department ministry office bank press records studios studio pictures productions entertainment airlines airways motors industries technologies systems
software laboratories labs laboratory hospital orchestra symphony band brothers army navy corps regiment police force court senate congress parliament
network broadcasting newspaper times post herald tribune gazette church diocese conference consortium alliance trust fund authority administration
service services board partners enterprises
`);

export const workWords = set(`
film movie song single album novel book play musical opera series show sitcom magazine journal review game comic comics manga anime documentary poem
painting soundtrack episode trilogy
`);

export const placeWords = set(`
river lake mount mountain mountains hill hills island islands isle peninsula cape bay gulf sea ocean strait channel canal desert valley forest
park beach coast city town village county district province state states territory republic kingdom empire region parish borough municipality
township prefecture oblast street road avenue boulevard lane square plaza bridge tunnel airport station harbor harbour port castle palace tower
cathedral stadium arena hall theatre theater museum library cemetery prison fort reservoir falls creek canyon glacier
`);

const months: readonly string[] =
	"january february march april may june july august september october november december".split(" ");
const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
export const calendarWords: ReadonlySet<string> = new Set([...months, ...weekdays]);

/** Adjectives of countries, peoples, faiths: capitalised, but no thing of their own. */
export const demonyms = set(`
american british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian swedish norwegian danish finnish
icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian albanian slovenian estonian latvian
lithuanian israeli jewish arab arabic egyptian moroccan algerian tunisian libyan lebanese syrian iraqi iranian persian saudi afghan pakistani indian
bengali tamil telugu hindi malayalam kannada punjabi nepali chinese japanese korean vietnamese thai malaysian indonesian filipino australian canadian
mexican cuban brazilian argentine argentinian chilean peruvian colombian venezuelan african european asian latin nigerian ghanaian kenyan ethiopian
roman catholic protestant christian muslim islamic hindu buddhist soviet yugoslav victorian
`);
