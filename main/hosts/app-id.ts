/**
 * By this the systems know the app: Windows groups its windows and notifications by it, macOS names its bundle, Linux its
 * desktop file (electron-builder.yml and package.json say the same).
 */
export const appId = 'br.com.cruza'
