import type { Tone } from '../../ui/Badge.tsx';
import type { RemoteRow } from './queries.ts';

export const remoteTones: Record<RemoteRow['state'], Tone> = {
  requested: 'info',
  authorized: 'ok',
  active: 'err',
  refused: 'neutral',
  expired: 'neutral',
  cancelled: 'neutral',
  ended: 'neutral',
};
