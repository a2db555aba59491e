import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../domain/format/number.ts';
import { useTranslation } from '../../i18n.ts';
import { overageQuery } from './queries.ts';
import type { Capacity } from './types.ts';

/** Whether Azure bills usage beyond the size, in words; null until it is known, and where Azure doesn't say. */
export function useOverage({ id, kind, rules }: Pick<Capacity, 'id' | 'kind' | 'rules'>): { isOn: boolean; text: string } | null {
  const { t, language } = useTranslation();
  // No suspense: one fact of Azure's own among facts that are there without it.
  const { data } = useQuery({ ...overageQuery(id), enabled: kind === 'fabric' && rules !== null, retry: false });
  const overage = data?.overage;
  if (!overage) return null;
  if (overage.enabled === 'N') return { isOn: false, text: t('capacity.overage.off') };
  const { hours } = overage;
  const text = hours === null ? t('capacity.overage.on') : t('capacity.overage.upTo', { hours: formatNumber(language, hours) });
  return { isOn: true, text };
}
