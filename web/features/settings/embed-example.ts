type Example = { host: string; key: string; email: string };

/** Sample code for the tenant's server, per served page (docs/embedding.md); the secret comes from the environment. */
export const embedExample = ({ host, key, email }: Example): string =>
  [
    "import { SignJWT } from 'jose';",
    'const secret = new TextEncoder().encode(process.env.EMBED_SECRET);',
    `const claims = { aud: ${quoted(host)}, sub: ${quoted(email)}, jti: crypto.randomUUID() };`,
    `const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: ${quoted(key)} }).setIssuedAt().setExpirationTime('2m');`,
    `const address = \`https://${host}/embedded/\${await token.sign(secret)}\`;`,
  ].join('\n');

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
