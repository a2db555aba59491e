type Example = { host: string; key: string; email: string };

/** What a tenant's own server runs for each page that it serves (docs/embedding.md); the secret stands in its surroundings, not in its text. */
export const embedExample = ({ host, key, email }: Example): string =>
  [
    "import { SignJWT } from 'jose';",
    'const secret = new TextEncoder().encode(process.env.EMBED_SECRET);',
    `const claims = { aud: ${quoted(host)}, sub: ${quoted(email)}, jti: crypto.randomUUID() };`,
    `const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: ${quoted(key)} }).setIssuedAt().setExpirationTime('2m');`,
    `const address = \`https://${host}/embedded/\${await token.sign(secret)}\`;`,
  ].join('\n');

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
