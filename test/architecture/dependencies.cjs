/** Who may import whom (ARCHITECTURE.md, "Who may import whom"), by paths: a new feature needs no word here. */

/** The folders of main that are no features: from the ground up, each may take those before it. */
const layers = ['kernel', 'phones', 'engine', 'lists', 'leads', 'people']
const shared = [...layers, 'remotes', 'hosts', 'cli', 'demo']
/** A feature of main. As the first group of a rule it is `$1`. */
const feature = `(?!(?:${shared.join('|')})/)([a-z-]+)`
/** A feature of the renderer. */
const rendererFeature = '(?!(?:app|kernel|ui|tables|leads|collections)/)([a-z-]+)'
/** Of the data half of a folder, what main may know: the shapes of its calls. */
const calls = '[a-z-]*calls[.]ts$'
/** What wires the parts together. */
const composition =
  '^main/(hosts/|(?:app|own-account|workspace|demo-account|data-folder|data-process|data-thread)\\.ts)'

const rule = (name, from, to) => ({ name, severity: 'error', from, to })

/** A layer takes itself and those before it. */
const layerRules = layers.map((layer, index) =>
  rule(
    `${layer}-takes-what-is-below-it`,
    { path: `^main/${layer}/` },
    { path: `^main/(?!(?:${layers.slice(0, index + 1).join('|')})/)` },
  ),
)

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('main-has-no-cycles-of-types', { path: '^main/' }, { circular: true }),
    rule(
      'values-have-no-schemas',
      { path: '^preload/values/' },
      { pathNot: '^(preload/values/|node_modules/libphonenumber-js/)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'values-know-types-of-the-contract',
      { path: '^preload/values/' },
      { pathNot: '^(preload/(values|contract)/|node_modules/libphonenumber-js/)' },
    ),
    rule(
      'contract-knows-values-and-zod',
      { path: '^preload/contract/' },
      { pathNot: '^(preload/(values|contract)/|node_modules/zod/)' },
    ),
    rule(
      'messages-know-values-and-contract',
      { path: '^preload/messages/' },
      { pathNot: '^preload/(values|contract|messages)/' },
    ),
    rule('main-never-imports-renderer', { path: '^main/' }, { path: '^(renderer/|test/|preload/preload)' }),
    rule('renderer-never-imports-main', { path: '^renderer/' }, { path: '^(main/|test/|preload/preload)' }),
    rule(
      'renderer-knows-contract-types-only',
      { path: '^renderer/' },
      { path: '^preload/contract/', dependencyTypesNot: ['type-only'] },
    ),
    ...layerRules,
    rule(
      'data-half-takes-layers-and-its-own',
      { path: `^main/${feature}/data/` },
      { path: `^main/(?!(?:${layers.join('|')})/)`, pathNot: '^main/$1/data/' },
    ),
    rule(
      'data-process-has-no-network-and-no-vault',
      { path: `^main/(?:engine|lists|leads|people|[a-z-]+/data)/|^main/data-(?:folder|process|thread)\\.ts` },
      { path: '^main/kernel/(http|vault)' },
    ),
    rule(
      'features-know-the-data-calls-alone',
      { path: `^main/(?:${feature}/(?!data/)|(?:hosts|cli|remotes)/)` },
      { path: '^main/(?:engine|lists|leads|people|[a-z-]+/data)/', pathNot: calls },
    ),
    rule(
      'main-features-do-not-know-each-other',
      { path: `^main/${feature}/` },
      { path: `^main/${feature}/`, pathNot: `^main/$1/|/data/${calls}` },
    ),
    rule('remotes-know-no-feature', { path: '^main/remotes/' }, { path: '^main/(?!(?:kernel|remotes)/)' }),
    rule('demo-stands-alone', { path: '^main/demo/' }, { path: '^main/(?!demo/)' }),
    rule(
      'renderer-features-do-not-know-each-other',
      { path: `^renderer/${rendererFeature}/` },
      { path: `^renderer/${rendererFeature}/`, pathNot: '^renderer/$1/' },
    ),
    rule(
      'shared-parts-of-the-renderer-know-no-feature',
      { path: '^renderer/(kernel|ui|tables|collections)/' },
      { path: `^renderer/${rendererFeature}/` },
    ),
    rule(
      'the-app-composes-the-renderer',
      { path: '^renderer/', pathNot: '^renderer/(app/|main\\.tsx|features\\.ts)' },
      { path: '^renderer/(app/|features\\.ts)' },
    ),
    rule(
      'ui-asks-nothing',
      { path: '^renderer/ui/' },
      { path: '^renderer/kernel/(ask|feature)|node_modules/zustand/' },
    ),
    rule(
      'only-hosts-compose',
      { path: '^main/', pathNot: composition },
      // What the commands of the command line and the calls of the data process are given, they may name.
      { path: composition, dependencyTypesNot: ['type-only'] },
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
      { path: '^(main|preload|renderer)/', pathNot: '^main/engine/store/' },
      { path: 'better-sqlite3' },
    ),
    rule(
      'only-hosts-and-demo-serve',
      { path: '^main/', pathNot: '^main/(hosts/|demo/|kernel/http\\.ts)' },
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
