/** Who may import whom (ARCHITECTURE.md). A new feature of main needs one word in `feature`. */
const feature =
  '(app|connections|sheets|cruzar|tables|tasks|settings|forms|entries|reviews|webhooks|account|conversations|sending|activity|contacts|reports|captain|console|datasets|documentation|diagnostics)'
/** Every folder of the renderer that is not shared and not the app itself. */
const rendererFeature = '(?!(?:app|kernel|ui|tables|leads|collections)/)([a-z]+)'

const rule = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('main-has-no-cycles-of-types', { path: '^main/' }, { circular: true }),
    rule(
      'contract-knows-only-zod-and-phones',
      { path: '^preload/contract/' },
      { pathNot: '^(preload/contract/|node_modules/(zod|libphonenumber-js)/)' },
    ),
    rule(
      'messages-know-only-the-contract',
      { path: '^preload/messages/' },
      { pathNot: '^preload/(contract|messages)/' },
    ),
    rule('main-never-imports-renderer', { path: '^main/' }, { path: '^(renderer/|test/|preload/preload)' }),
    rule('renderer-never-imports-main', { path: '^renderer/' }, { path: '^(main/|test/|preload/preload)' }),
    rule(
      'renderer-knows-contract-types-only',
      { path: '^renderer/' },
      {
        path: '^preload/contract/',
        // What has no schemas: constants, lists of names, types and pure functions.
        pathNot:
          '^preload/contract/(wire|text|phone-text|excel|list-endings|list-headings|list-settings|list-sets|progress|captain-resources|check-rate|lead-fields|lead-filters|same-question|key-problems|rungs|duplicate-pairs|entries-table|conversation-fields)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'main-features-do-not-know-each-other',
      { path: `^main/${feature}/` },
      { path: `^main/${feature}/`, pathNot: '^main/$1/' },
    ),
    rule(
      'renderer-features-do-not-know-each-other',
      { path: `^renderer/${rendererFeature}/` },
      { path: `^renderer/${rendererFeature}/`, pathNot: '^renderer/$1/' },
    ),
    rule(
      'tables-and-collections-know-no-feature',
      { path: '^renderer/(tables|collections)/' },
      { path: `^renderer/${rendererFeature}/` },
    ),
    rule(
      'the-app-composes-the-renderer',
      { path: '^renderer/', pathNot: '^renderer/(app/|main\\.tsx|features\\.ts)' },
      { path: '^renderer/(app/|features\\.ts)' },
    ),
    rule(
      'kernel-knows-no-feature',
      { path: '^(main|renderer)/(kernel|ui)/' },
      {
        path: `^(main|renderer)/${feature}/|^main/(remotes|hosts|data|demo)/|^main/[a-z-]+\\.ts|^renderer/${rendererFeature}/`,
      },
    ),
    rule(
      'remotes-know-no-feature',
      { path: '^main/remotes/' },
      { path: `^main/${feature}/|^main/(hosts|data|demo)/|^main/[a-z-]+\\.ts` },
    ),
    rule(
      'data-process-knows-no-network-and-no-feature',
      { path: '^main/data/' },
      { path: `^main/${feature}/|^main/(remotes|hosts|demo)/|^main/[a-z-]+\\.ts|^main/kernel/(http|vault)` },
    ),
    rule(
      'features-know-the-data-calls-alone',
      { path: '^main/', pathNot: '^main/(data/|workspace\\.ts)' },
      { path: '^main/data/', pathNot: '^main/data/[a-z-]*calls[.]ts$' },
    ),
    rule(
      'demo-stands-alone',
      { path: '^main/demo/' },
      { path: `^main/${feature}/|^main/(remotes|hosts|data|kernel)/|^main/[a-z-]+\\.ts` },
    ),
    rule(
      'ui-asks-nothing',
      { path: '^renderer/ui/' },
      { path: '^renderer/kernel/(ask|feature)|node_modules/zustand/' },
    ),
    rule(
      'only-hosts-compose',
      { path: '^main/', pathNot: '^main/(hosts/|app\\.ts|own-account\\.ts|workspace\\.ts|demo-account\\.ts)' },
      // What the commands of the command line are given, they may name.
      {
        path: '^main/(hosts/|app\\.ts|own-account\\.ts|workspace\\.ts|demo-account\\.ts)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'electron-stays-in-the-host',
      { path: '^(main|preload|renderer)/', pathNot: '^(main/hosts/electron[a-z-]*\\.ts|preload/preload\\.ts)' },
      { path: '^(node_modules/)?electron(/|$)' },
    ),
    rule(
      'keytar-stays-in-the-keychain',
      { path: '^(main|preload|renderer)/', pathNot: '^main/kernel/vault/keychain-process\\.ts' },
      { path: 'keytar' },
    ),
    rule(
      'sqlite-stays-in-the-store',
      { path: '^(main|preload|renderer)/', pathNot: '^main/data/' },
      { path: 'better-sqlite3' },
    ),
    rule(
      'only-hosts-and-demo-serve',
      // The socket of a private folder serves nothing: it is a lock.
      { path: '^main/', pathNot: '^main/(hosts/|demo/|kernel/temporary-folders\\.ts)' },
      { path: '^(node:)?(http|https|net|tls|dgram)$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
