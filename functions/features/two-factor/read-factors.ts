import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { readFactors } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { ownFactors } from './own-factors.ts';
import { getProof } from './prove.ts';

const shown = ({ id, name, at, used }: { id: string; name: string; at: string; used: string | null }) => ({
  id,
  name,
  at: toIso(at),
  usedAt: isoOrNull(used),
});

export const readOwnFactors = bind(readFactors, async (_input, ctx) => {
  const own = await ownFactors(ctx, false);
  return {
    bound: own.bound,
    prove: own.prove,
    app: own.totps?.[0] ? shown(own.totps[0]) : null,
    passkeys: (own.passkeys ?? []).map((passkey) => ({ ...shown(passkey), host: passkey.host, here: passkey.host === ctx.host })),
    recovery: own.recovery,
    remembered: own.remembered,
    required: own.required,
    proof: getProof(own),
    mailCode: own.mail,
  };
});
