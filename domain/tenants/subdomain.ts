import { fold } from '../text/fold.ts';

const subdomainLength = { least: 3, most: 40 } as const;

// Names that could be mistaken for the product itself, a protocol's well-known host, or a mail host.
const reserved = new Set(
  (
    'www api app apps admin administrator root system status support help suporte ajuda docs doc blog news mail email smtp imap pop ' +
    'pop3 mx ns ns1 ns2 dns ftp sftp ssh vpn cdn static assets files storage img images media ' +
    'auth login signin signup sso saml scim oauth id account accounts conta billing faturamento pay payment pagamento secure ' +
    'security dev test teste staging homolog demo sandbox beta preview local localhost internal ' +
    'mirante portal platform plataforma partner partners parceiro parceiros company companies unit units embed public private wpad ' +
    'autodiscover autoconfig postmaster abuse webmaster hostmaster'
  ).split(' '),
);

export type SubdomainProblem = 'required' | 'invalid' | 'reserved';

export const normalSubdomain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** What is wrong with the name of a sub-domain: letters, digits and inner hyphens, three to forty, no reserved name. */
export function subdomainProblem(text: string): SubdomainProblem | null {
  const name = normalSubdomain(text);
  if (name === '') return 'required';
  if (name.length < subdomainLength.least || name.length > subdomainLength.most) return 'invalid';
  // `xn--` would encode another name than the one it shows.
  if (!/^[a-z\d](?:[a-z\d-]*[a-z\d])$/.test(name) || name.slice(2, 4) === '--') return 'invalid';
  return reserved.has(name) ? 'reserved' : null;
}

const tooCommon = new Set(['de', 'do', 'da', 'dos', 'das', 'e', 'ltda', 'sa', 's', 'a', 'me', 'eireli', 'the', 'and', 'inc', 'llc']);

/** Derives a sub-domain from a company's name: `Vértice Alimentos Ltda` is `vertice-alimentos`. */
export function suggestSubdomain(company: string): string {
  const words = fold(company)
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !tooCommon.has(word));
  const name = (telling.length > 0 ? telling : words).join('-').slice(0, subdomainLength.most).replace(/-+$/, '');
  return subdomainProblem(name) === null ? name : '';
}

/** Whether a text is a domain name: at least two labels, the last one of letters, not an address. */
export const isOwnDomain = (text: string): boolean =>
  text.length <= 253 && /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/.test(text);
