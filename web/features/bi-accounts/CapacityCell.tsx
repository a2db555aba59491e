import { useQuery } from '@tanstack/react-query';
import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { useTranslation } from '../../i18n.ts';
import { resourcesQuery } from './loader.ts';

/** The capacity of a workspace; the names of dedicated ones come from the service. */
export function CapacityCell({ row: { capacityId } }: { row: WorkspaceRow }) {
  const { t } = useTranslation();
  return capacityId ? <Dedicated id={capacityId} /> : t('service.capacity.shared');
}

function Dedicated({ id }: { id: string }) {
  const { t } = useTranslation();
  // No suspense: the list doesn't wait for the names, which the service and Azure may take seconds to give.
  const { data } = useQuery(resourcesQuery);
  const known = data?.items.find((item) => item.capacityId?.toLowerCase() === id.toLowerCase());
  return known ? [known.name, known.currentSize ?? known.size].filter(Boolean).join(' · ') : t('service.capacity.dedicated');
}
