import { type CallOutput, call } from '../../app/data/api.ts';
import type { Waiting } from './queries.ts';

type Answer = CallOutput<'POST /api/auth/remote/wait/{token}/enter'> | CallOutput<'POST /api/auth/change/partner/enter'>;

/** Enters an approved visit: a user's account here, as a sign-in; a partner's unit on its own domain. */
export const entered = ({ kind }: Waiting, token: string): Promise<Answer> =>
  kind === 'partner' ? call('POST /api/auth/change/partner/enter', { token }) : call('POST /api/auth/remote/wait/{token}/enter', { token });
