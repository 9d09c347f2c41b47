/** A keychain process whose library waits for a prompt for ever, and which does not mind being asked to end. */
process.on('message', () => {})
process.on('SIGTERM', () => {})
