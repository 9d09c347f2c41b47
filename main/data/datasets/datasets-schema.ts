/**
 * Records that were saved from answers: what is told of each data set with its layout, and its records in blocks of JSON.
 * Part of a platform connection's file (platform-files.ts).
 */
export const datasetsSchema = `create table datasets (
     id text primary key, json text not null, layout text not null, revision integer not null
   ) without rowid;
   create table dataset_blocks (
     dataset text not null, place integer not null, json text not null, primary key (dataset, place)
   ) without rowid;`
