import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx';
import { toast } from '../../ui/toast.ts';
import { capacitiesQuery } from './queries.ts';
import type { Capacity } from './types.ts';

type Props = { capacity: Capacity; onClose: () => void };

/** Ends control by the typed name; the capacity stays as it is in Azure. */
export function EndControl({ capacity: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const go = useGo();
  const { save, problem } = useSave({ refresh: (client) => client.invalidateQueries(capacitiesQuery) });
  const end = async () => {
    if (!(await save(() => call('DELETE /api/auth/resources/{id}', { id, name })))) return;
    toast.success(t('capacity.release.done', { name }));
    // The page of a released capacity would be read again, and refused.
    go('/powerbi/resources', { replace: true });
  };
  return (
    <ConfirmDelete
      opened
      name={name}
      title={t('capacity.release.title', { name })}
      text={t('capacity.release.text')}
      losses={[
        { text: t('capacity.release.shifts'), outcome: t('capacity.release.shiftsLost') },
        { text: t('capacity.release.actions'), outcome: t('capacity.release.actionsLost') },
        { text: t('capacity.release.rules'), outcome: t('capacity.release.rulesKept') },
        { text: t('capacity.release.log'), outcome: t('capacity.release.kept') },
        { text: t('capacity.release.azure'), outcome: t('capacity.release.stays') },
      ]}
      submitLabel={t('capacity.release.open')}
      problem={problem?.text ?? null}
      onConfirm={end}
      onClose={onClose}
    />
  );
}
