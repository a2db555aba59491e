import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n.ts';
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx';
import { IconServer } from '../../ui/icons.ts';
import { beforePauseQuery } from './queries.ts';
import type { Capacity } from './types.ts';

type Props = { capacity: Capacity; opened: boolean; problem: string | null; onConfirm: () => Promise<unknown>; onClose: () => void };

/**
 * Before idle pauses are first turned on: the other workspaces that would pause too, and the capacity's typed name (SECOND_HALF 2.3, 7).
 */
export function FirstPause({ capacity, opened, problem, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  // No suspense: the dialog opens at once, and the count comes when the service has answered.
  const { data } = useQuery({ ...beforePauseQuery(capacity.id), enabled: opened });
  const others = data?.otherWorkspaces;
  const text =
    others === undefined || others === null ? t('capacity.pause.workspacesUnknown') : t('capacity.pause.workspaces', { count: others });
  return (
    <ConfirmDelete
      opened={opened}
      top
      name={capacity.name}
      title={t('capacity.first.title')}
      text={[t('capacity.first.text'), capacity.kind === 'fabric' && t('capacity.pause.settles')].filter(Boolean).join(' ')}
      losses={others === 0 ? [] : [{ icon: IconServer, text, outcome: '' }]}
      submitLabel={t('capacity.first.submit')}
      problem={problem}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
