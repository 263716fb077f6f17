import {route} from "./src/reasoning/extractive/question/route.ts";
import {plan} from "./src/reasoning/extractive/question/plan.ts";
import {depths} from "./src/evidence/plan.ts";
const qs = process.argv.slice(2).length? process.argv.slice(2): `List all page-level lock modes and what they conflict with
List the members of the Beatles with their instruments
How does assay survive a crash?
Explain how Raft elects a leader
Compare the isolation levels of PostgreSQL
We run PostgreSQL 15 on forty servers and tables get bloated over the weekends. Our team is unsure about autovacuum. How does it decide when to run, and what settings matter most?
In Kubernetes, how are pods scheduled?
Does coffee stunt growth?
Our nightly import takes six hours and locks the orders table. We looked at partitioning last spring. What else can be done to shorten that?
Compare Rust and Go by memory use and compile time
What is the default port of PostgreSQL and who wrote it?
What are the differences between asyncio and threading in Python, and when should each be used?
What government position was held by the woman who portrayed Corliss Archer in the film Kiss and Tell?
According to the 2001 census, what was the population of the city in which Kirton End is located?
What is the default value of autovacuum_naptime in PostgreSQL?
What is the default value of wal_compression?
What was the Roud Folk Song Index of the nursery rhyme inspiring What Are Little Girls Made Of?
Which factors influence the price of gold?
What is known about bed nets and asthma?
What do we know about the Tarn weir?
What are the default port and the default user of the brokers Alder, Birch and Cedar?
Who develops PostgreSQL and when was it first released?
Who wrote "Why I Am Not a Christian" and when was it published?
waht is teh default port of postgres
What are the populations of France and Germany?
Which is older, the Eiffel Tower or the Statue of Liberty?
Were Scott Derrickson and Ed Wood of the same nationality?
Compare the quota and the landings of Orvane smelt from 2031 to 2034
What are the default values of work_mem, shared_buffers and max_connections?
Which films did Jane Campion direct before 1990?
is the covid vaccine dangerous
Can I use wal_level minimal with replicas?
How do I configure streaming replication in PostgreSQL?`.split("\n");
for (const q of qs) { const r=route(q); console.log(`\n${q}\n  ${r.analysis?.kind} ${r.shape} ${r.answerType} values=${JSON.stringify(r.values)} subjects=${JSON.stringify(r.subjects)} topic=${r.analysis?.topic}`); for (const s of plan({question:q,route:r,readings:[],depth:depths.standard}).subQuestions) console.log(`   ${s.priority[0]}${s.stance[0]} ${s.text}  || ${s.threads.slice(1).join(" / ")}`); }
