/** Offline sets of conversations. Part of a platform connection's file (platform-files.ts). */
export const conversationsSchema = `
   -- json: SetRecord (set-record.ts).
   create table conversation_sets (id text primary key, json text not null) without rowid;
   -- A reading writes a generation of its own; the set says which one is shown.
   create table conversations (
     set_id text not null,
     generation integer not null,
     id integer not null,
     -- The pass through the pages that met it last.
     pass integer not null,
     -- Outside the days that were asked for: counted, never shown.
     outside integer not null,
     -- Of the last activity, epoch ms.
     at real,
     seen_at text not null,
     -- The conversation as the contract has it, without what came raw: what a table needs, in little.
     told text not null,
     primary key (set_id, generation, id)
   ) without rowid;
   -- The conversations as they came.
   create table conversation_bodies (
     set_id text not null,
     generation integer not null,
     id integer not null,
     body text not null,
     primary key (set_id, generation, id)
   );
   -- Names that answers told of: kind is inbox, agent, team or label; key is the id, or the label itself.
   create table conversation_names (
     kind text not null,
     key text not null,
     name text not null,
     primary key (kind, key)
   ) without rowid;`
