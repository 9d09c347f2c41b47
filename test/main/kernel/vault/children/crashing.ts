/** A keychain process whose library takes the whole process down, as on a locked keyring. */
process.on('message', () => process.kill(process.pid, 'SIGSEGV'))
