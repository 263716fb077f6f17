/** A small documentation of a database that does not exist, and two people around it. Every fact is invented. */
export const larkdb: Record<string, string> = {
	"guide/configuration.md": `# Configuration of the Larkdb server

The Larkdb server reads its settings from a file named \`lark.conf\`. The file is read once, when the server starts.

## Network

The default port of the Larkdb server is 7171. The server listens on the loopback address only, unless
\`listen_addresses\` is set. The maximum number of connections is 200 by default.

## Compaction

Compaction merges small segments into larger ones. The compaction daemon wakes up every 40 seconds. It skips segments
that were written less than 10 minutes ago, because these are likely to change again.
`,
	"guide/operations.md": `# Operating Larkdb

Operators usually leave the network settings alone. By default, Larkdb servers listen on port 7171, which is
registered for this use.

Compaction has costs. While a segment is merged, its disk space is needed twice. Compaction does not help tables that
are only appended to, because their segments are full already. On slow disks, compaction can delay reads by up to
30 percent.

A backup is taken with \`lark-dump\`. The dump does not block writers.
`,
	"history/origins.md": `# The origins of Larkdb

Larkdb was first released in 2011 by Maren Tveit, who wrote it at the University of Aldersund. Its logo, a bird made of
two triangles, was designed by Ilse Varga.
`,
	"history/people.md": `# Ilse Varga

Ilse Varga is a graphic designer. She was born in the town of Kestrelford in 1974 and studied typography. Varga is best
known for her posters.
`,
	"history/timeline.txt": `A timeline of storage engines

Larkdb was first released in 2013 by Maren Tveit. Its on-disk format changed twice in the years after.
`,
	"other/bread.md": `# Sourdough bread

A sourdough starter is fed with flour and water every day. The dough rests for twelve hours at room temperature.
`,
};
