import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshCapacities } from './queries.ts';
import type { Capacity } from './types.ts';
import { timeText, type Words } from './why-text.ts';

/** The words of sentences with times of the unit's zone. */
export function useWords(zone: string): Words {
  const { t, language } = useTranslation();
  return { t, language, zone, now: new Date() };
}

/** Starts a capacity by hand; a refusal is shown in a toast. */
export function useStart({ id, zone }: Pick<Capacity, 'id' | 'zone'>) {
  const words = useWords(zone);
  const { save, busy } = useSave({ refusal: 'toast', refresh: refreshCapacities });
  const run = () =>
    save(async () => {
      const { until } = await call('POST /api/auth/resources/{id}/resume', { id });
      toast.success(words.t('capacity.start.done'), { text: words.t('capacity.start.until', { until: timeText('until', until, words) }) });
    });
  return { run, busy };
}
