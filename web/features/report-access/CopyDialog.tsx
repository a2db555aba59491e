import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useKeepCopy } from './use-keep-copy.ts';

const longest = 120;

type Props = {
  reportId: string;
  title: string;
  opened: boolean;
  /** Saves at the service and returns the copy's id there. */
  saveAs: (name: string) => Promise<string | null>;
  onClose: () => void;
};

/** Saves the edited report as a new report and adds it to the portal. */
export function CopyDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('access.editing.copyTitle')} text={t('access.editing.copyText')}>
      {opened && <CopyForm {...rest} onClose={onClose} />}
    </Dialog>
  );
}

function CopyForm({ reportId, title, saveAs, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const keep = useKeepCopy(reportId);
  const [name, setName] = useState(t('access.editing.copyOf', { name: title }).slice(0, longest));
  const [tried, setTried] = useState(false);
  const { save, busy, problem, refuse } = useSave();
  // A copy that the service already saved is not saved again when only the portal's call failed.
  const [kept, setKept] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim() || busy) return;
    await save(async () => {
      const serviceReportId = kept ?? (await saveAs(name.trim()));
      if (!serviceReportId) return refuse(t('access.editing.saveFailedText'));
      setKept(serviceReportId);
      await keep(serviceReportId);
      onClose();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      {problem && <Notice tone="err">{problem.text}</Notice>}
      <TextInput
        mt={16}
        data-autofocus
        label={t('access.editing.copyName')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && !name.trim() ? t('ui.form.required', { name: t('access.editing.copyName') }) : undefined}
        maxLength={longest}
        autoComplete="off"
      />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button kind="primary" type="submit" loading={busy}>
          {t('access.editing.copy')}
        </Button>
      </div>
    </form>
  );
}
