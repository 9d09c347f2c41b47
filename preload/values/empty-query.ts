/** Shows every row of a table in its own order: a `TableQuery`. */
export const emptyQuery = { search: '', sort: [], filters: [], conditions: null }
