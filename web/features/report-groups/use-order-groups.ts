import { call } from '../../app/data/api.ts';
import { usePageOrder } from '../../app/data/use-page-order.ts';
import type { Kind } from './kind.ts';
import { groupKeys, type ListInput } from './loader.ts';
import { refreshGroups } from './queries.ts';

/** Puts groups, or the sub-groups of one group, in the order of their ids. */
export const useOrderGroups = (kind: Kind, input: ListInput) =>
  usePageOrder({
    queryKey: groupKeys.list(kind, input),
    send: (order, options) => call('PUT /api/auth/{kind}/order', { kind, ...order, groupId: input.group }, options),
    refresh: refreshGroups,
    words: { failed: 'groups.order.failed', changed: 'groups.listChanged' },
  });
