import type { RequestState } from '../../../domain/catalogs/request.ts';
import type { Tone } from '../../ui/Badge.tsx';

export const requestTones: Record<RequestState, Tone> = {
  pending: 'info',
  granted: 'ok',
  denied: 'err',
  cancelled: 'neutral',
  expired: 'neutral',
  revoked: 'err',
  ended: 'neutral',
};
