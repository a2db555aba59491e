import { useSuspenseQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../app/data/api.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
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
  return (
    <Dialog opened={opened} onClose={onClose} title={t('access.preview', { name })} width={980} top>
      <Reading>
        <Preview asked={asked} load={load} />
      </Reading>
      <div className="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </Dialog>
  );
}

function Preview({ asked, load }: Pick<Props, 'asked' | 'load'>) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery({
    queryKey: ['identity-preview', ...asked],
    queryFn: load,
    ...{ staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false },
  });
  const as = data.identity
    ? [data.identity.username, data.identity.roles.join(', ')].filter(Boolean).join(' · ')
    : t('access.preview.plain');
  return (
    <>
      <p className="dialog-text">{t('access.preview.as', { identity: as })}</p>
      {data.embed ? (
        <PreviewFrame embed={data.embed} />
      ) : (
        <Notice tone="err" title={t('access.check.refused')}>
          {data.refusal}
        </Notice>
      )}
    </>
  );
}
