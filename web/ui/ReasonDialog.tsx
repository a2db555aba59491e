import { Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  opened: boolean;
  /** A question or a verb. */
  title: string;
  text?: ReactNode;
  label: string;
  submitLabel: string;
  maxLength: number;
  problem?: string | null;
  onSubmit: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

function ReasonForm({ label, submitLabel, maxLength, problem, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const missing = tried && reason.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '' || saving) return;
    setSaving(true);
    await onSubmit(reason.trim()).finally(() => setSaving(false));
  };
  return (
    <form onSubmit={submit} noValidate>
      {problem && <Notice tone="err">{problem}</Notice>}
      <Textarea
        mt={14}
        data-autofocus
        label={label}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={missing ? t('ui.form.required', { name: label }) : undefined}
        maxLength={maxLength}
        autosize
        minRows={2}
        maxRows={6}
      />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button kind="danger" type="submit" loading={saving}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Asks for a reason before something is blocked or deactivated; the field is empty at every opening. */
export function ReasonDialog(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} text={props.text}>
      <ReasonForm {...props} />
    </Dialog>
  );
}
