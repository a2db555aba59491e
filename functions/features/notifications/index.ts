import type { Bound } from '../../http/bind.ts';

export { tell } from './tell.ts';

export const notificationRoutes: Bound[] = [];
