import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import './SaveBar.css';

type Props = {
  changes: number;
  where?: string;
  errors?: number;
  saving?: boolean;
  onSave: () => void;
  onDiscard: () => void;
  extra?: ReactNode;
};

/** Slides up at the bottom of a detail page when there are changes, and counts them. */
export function SaveBar({ changes, where, errors = 0, saving = false, onSave, onDiscard, extra }: Props) {
  const { t } = useTranslation();
  if (changes === 0) return null;
  return (
    <section className="save-bar" aria-label={t('ui.saveBar.changes', { count: changes })}>
      <p className="small" role="status">
        <b>{t('ui.saveBar.changes', { count: changes })}</b> {where && <span className="muted">{where}</span>}
        {errors > 0 && <span className="save-bar-errors">{t('ui.form.errors', { count: errors })}</span>}
      </p>
      <span className="push" />
      {extra}
      <Button onClick={onDiscard}>{t('ui.saveBar.discard')}</Button>
      <Button kind="primary" loading={saving} onClick={onSave}>
        {t('ui.saveBar.save')}
      </Button>
    </section>
  );
}
