import { json } from './answer.ts'
import type { Route } from './routes.ts'

/**
 * The MCP discovery routes. They take the token, since the document lists its header for them.
 * Assumption: bodies as the OAuth metadata documents that the paths are named after (features.md §8, not shown).
 */
export function mcpRoutes(): readonly Route[] {
  const issuer = 'https://plataforma.vitrine.example'
  return [
    {
      method: 'GET',
      path: '/.well-known/oauth-authorization-server/oauth/mcp/{account_id}',
      handle: (call) =>
        json({
          issuer: `${issuer}/oauth/mcp/${call.params.account_id}`,
          authorization_endpoint: `${issuer}/oauth/authorize`,
          token_endpoint: `${issuer}/oauth/token`,
          registration_endpoint: `${issuer}/oauth/register`,
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          scopes_supported: ['mcp'],
        }),
    },
    {
      method: 'GET',
      path: '/.well-known/oauth-protected-resource/mcp/{account_id}/{slug}',
      handle: (call) =>
        json({
          resource: `${issuer}/mcp/${call.params.account_id}/${call.params.slug}`,
          authorization_servers: [`${issuer}/oauth/mcp/${call.params.account_id}`],
          bearer_methods_supported: ['header'],
          scopes_supported: ['mcp'],
        }),
    },
  ]
}
