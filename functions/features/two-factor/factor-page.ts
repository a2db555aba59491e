import { linkHours } from '../../../domain/accounts/links.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { knownLanguage } from '../../../domain/session/languages.ts';
import { factorPage } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { freshKey } from './app-codes.ts';
import { creationFor } from './new-passkey.ts';
import { challengeFor, challengeOfSetup, challengeOfTicket } from './passkeys.ts';
import { openPending } from './pending.ts';

/** Users with any factor are asked for it; a password alone never sets up another one. */
export const readFactorPage = bind(factorPage, async ({ token }, ctx) => {
  const pending = await openPending(ctx, token, false);
  return {
    mode: pending.any ? ('enter' as const) : ('setup' as const),
    email: pending.address,
    name: pending.person_name,
    unit: ctx.tenant.name,
    language: knownLanguage(pending.entrant.language),
    endsAt: toIso(pending.ends_at),
    app: pending.apps.length > 0,
    recovery: pending.recovery > 0,
    passkey: pending.mine.length > 0 ? challengeFor(ctx, await challengeOfTicket(token), pending.mine) : null,
    setup: pending.any ? null : await freshKey(ctx, pending.address),
    setupPasskey: pending.any
      ? null
      : creationFor(ctx, await challengeOfSetup(token), {
          holder: pending.holder,
          email: pending.address,
          name: pending.person_name,
          passkeys: null,
        }),
    mailCode: !pending.any && pending.vouched === 'account' && pending.body.way !== 'invitation',
    lost: pending.any && pending.vouched === 'account',
    lostUntil: pending.lost_at && new Date(Date.parse(pending.lost_at) + linkHours.keep * 3_600_000).toISOString(),
  };
});
