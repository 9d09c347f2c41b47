/** `update-file.ts FILE KEY NAME`: opens a file as a newer program does, adds a row to it and reads it again. */
import { openEncryptedFile } from '../../../../main/engine/store/encrypted-file.ts'
import { newerSchema } from '../schemas.ts'

const [path = '', key = '', name = ''] = process.argv.slice(2)
const database = openEncryptedFile({ path, key, schema: newerSchema })
database.prepare('insert into people (name, city) values (?, ?)').run(name, 'Recife')
database.close()
openEncryptedFile({ path, key, schema: newerSchema }).close()
