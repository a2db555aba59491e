import type { Bound } from '../../http/bind.ts';

export const notificationRoutes: Bound[] = [];
