/** What `npm run keys` takes (docs/deploy.md). */
export const options = {
  env: { type: 'string' },
  seal: { type: 'boolean' },
  'seal-again': { type: 'boolean' },
  leaked: { type: 'boolean' },
} as const;
