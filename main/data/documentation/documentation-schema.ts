/** The documentation that was read, with its full-text index. Part of a platform connection's file (platform-files.ts). */
export const documentationSchema = `
   create table doc_categories (place integer primary key, slug text not null, name text not null);
   create table doc_articles (
     id integer primary key,
     category text not null,
     slug text not null,
     place integer not null,
     listed integer not null,
     title text not null,
     summary text not null,
     keywords text not null,
     updated_at text,
     url text,
     body text,
     -- What the service said of its age when the body was read, and when that was.
     body_updated_at text,
     read_at text,
     unique (category, slug)
   );
   create table doc_files (name text primary key, text text not null, read_at text not null) without rowid;
   create table doc_index (read_at text not null);
   -- Its rows are those of doc_articles, and the files below zero.
   create virtual table doc_words using fts5(
     title, summary, keywords, body, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
   );`
