/** What `npm run keys` takes (docs/deploy.md). */
export const options = { env: { type: 'string' }, seal: { type: 'boolean' }, leaked: { type: 'boolean' } } as const;
