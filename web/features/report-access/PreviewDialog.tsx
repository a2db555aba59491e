import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { PreviewFrame } from '../reports/index.ts';
import './report-access.css';

type Shown = CallOutput<'POST /api/auth/reports/{id}/identity/preview'>;
type Props = {
  /** The user whose view is shown. */
  name: string;
  /** Query key of the form's current values. */
  asked: readonly unknown[];
  load: () => Promise<Omit<Shown, 'refusal'> & { refusal?: string | null }>;
  opened: boolean;
  onClose: () => void;
};

/** The report as a user would see it with the form's current values. */
export function PreviewDialog({ name, asked, load, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['identity-preview', ...asked],
    queryFn: load,
    ...{ staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false },
  });
  const as = data?.identity
    ? [data.identity.username, data.identity.roles.join(', ')].filter(Boolean).join(' · ')
    : t('access.preview.plain');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('access.preview', { name })}
      text={data && t('access.preview.as', { identity: as })}
      width={980}
      top
    >
      {error && (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton count={4} onRetry={() => void refetch()} />}
      {data?.embed && <PreviewFrame embed={data.embed} />}
      {data && !data.embed && (
        <Notice tone="err" title={t('access.check.refused')}>
          {data.refusal}
        </Notice>
      )}
      <div className="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </Dialog>
  );
}
