/** Whether everything runs that there is (`npm run test:all`), or what is run after every change (`npm test`). */
export const runsAll = Boolean(process.env.CRUZA_TEST_ALL)
