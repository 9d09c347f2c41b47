/** What tests of reviews and the processes that they start call things. */
export const testKey = '4a'.repeat(32)
export const connection_id = 'formularios'
export const passphrase = 'uma senha longa'
export const service = 'o serviço'
