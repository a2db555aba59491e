import type * as z from 'zod/mini';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { joiningFault } from '../../../domain/identities/join.ts';
import type { addSaml } from '../../../domain/saml/contract.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import type { SessionContext } from '../../request/context.ts';
import type { SamlSettings } from '../../services/saml/app.ts';

type Added = z.output<(typeof addSaml)['input']>;
/** Rules that an edit keeps are as they are stored. */
type Input = Omit<Added, 'profiles' | 'map'> & Pick<SamlSettings, 'profiles' | 'map'>;

/**
 * An address that users' browsers are redirected to: https, also for internal hosts; outside production a local provider's http is allowed
 * too.
 */
function browserAddress(text: string, field: string, { env }: SessionContext): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = env.STAGE !== 'production' && url?.protocol === 'http:' && /(^|\.)(localhost|127\.0\.0\.1)$/.test(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.username || url.password || url.hash)
    throw new AppError('saml_address', undefined, { field });
  return url.toString();
}

/** The fields of a form as they are stored; what the contract's shapes can't express is refused at its field. */
export async function keptFields(
  input: Input,
  ctx: SessionContext,
): Promise<{ name: string; domains: string[]; settings: Omit<SamlSettings, 'host' | 'key' | 'own'> }> {
  const { readCertificate } = await import('../../services/saml/certificate.ts');
  const certificates = input.certificates.map((text) => {
    const read = readCertificate(text);
    if (!read) throw new AppError('saml_certificate', undefined, { field: 'certificates' });
    return read;
  });
  const domains = [...new Set(input.domains.map((domain) => domain.normalize('NFKC').toLowerCase().replace(/^@/, '')).filter(Boolean))];
  const strange = domains.find((domain) => !isEmail(`x@${domain}`));
  if (strange) throw new AppError('saml_domain', { name: strange }, { field: 'domains' });
  const fault = joiningFault(ctx.tenant.kind, { jit: isOn(input.jit), link: false, domains });
  if (fault) throw new AppError(fault.code, undefined, { field: fault.field });
  const optional = (field: 'signOutUrl' | 'signOutResponseUrl' | 'metadataUrl') =>
    input[field] ? browserAddress(input[field], field, ctx) : '';
  return {
    name: input.name,
    domains,
    settings: {
      issuer: input.issuer,
      signInUrl: browserAddress(input.signInUrl, 'signInUrl', ctx),
      signOutUrl: optional('signOutUrl'),
      signOutResponseUrl: optional('signOutResponseUrl'),
      metadataUrl: optional('metadataUrl'),
      certificates: certificates.filter(({ pem }, at) => certificates.findIndex((other) => other.pem === pem) === at),
      map: input.map,
      defaultProfile: 'user',
      jit: isOn(input.jit),
      sync: isOn(input.sync),
      idpInitiated: isOn(input.idpInitiated),
      signRequests: isOn(input.signRequests),
      singleLogout: isOn(input.singleLogout),
      groups: input.groups,
      profiles: input.profiles,
    },
  };
}
