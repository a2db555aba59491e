import { TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { confirmsDeletion, deletionName, missingCharacters } from '../../domain/text/deletion-name.ts';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { Icon } from './icons.ts';
import { Notice } from './Notice.tsx';
import './ConfirmDelete.css';

/** Something that depends on what is deleted, and what becomes of it. */
export type Loss = { icon?: Icon; text: string; outcome: string; lost?: boolean };

type Props = {
  opened: boolean;
  name: string;
  title?: string;
  /** What is lost and what stays, in a sentence. */
  text?: string;
  losses?: readonly Loss[];
  /** The alternative: hide or disable instead. */
  milder?: { icon?: Icon; label: string; onClick: () => void };
  submitLabel?: string;
  /** Deletes; when it throws, the page's own error handling shows why and the dialog stays open. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Why the last attempt failed, shown only here. */
  problem?: string | null;
  /** Above another dialog or drawer. */
  top?: boolean;
};

function TypedForm({ name, losses, milder, submitLabel, onConfirm, onClose, problem }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [deleting, setDeleting] = useState(false);
  const whyId = useId();
  const confirmed = confirmsDeletion(typed, name);
  const missing = missingCharacters(typed, name);
  const why = missing === null ? t('ui.delete.differs') : confirmed ? '' : t('ui.delete.missing', { count: missing });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Spec 5: Enter does nothing before the name matches.
    if (!confirmed || deleting) return;
    setDeleting(true);
    await onConfirm().finally(() => setDeleting(false));
  };
  return (
    <form onSubmit={submit} noValidate>
      {losses && losses.length > 0 && (
        <ul className="losses plain-list">
          {losses.map(({ icon: Glyph, text: loss, outcome, lost }) => (
            <li key={loss}>
              {Glyph && <Glyph size={17} stroke={1.8} aria-hidden="true" />}
              <span>{loss}</span>
              <span className={lost ? 'push loss-lost' : 'push muted'}>{outcome}</span>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <div className="delete-problem">
          <Notice tone="err">{problem}</Notice>
        </div>
      )}
      <TextInput
        size="md"
        mt={16}
        data-autofocus
        label={
          <>
            {t('ui.delete.before')} <span className="delete-name">{deletionName(name)}</span> {t('ui.delete.after')}
          </>
        }
        aria-label={t('ui.delete.label', { name: deletionName(name) })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: 'delete-input' }}
        aria-describedby={whyId}
      />
      <div className="dialog-actions">
        {milder && (
          <Button kind="text" icon={milder.icon} className="first delete-milder" onClick={milder.onClick}>
            {milder.label}
          </Button>
        )}
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        {/* Spec 5: disabled until the name is typed. */}
        <Button kind="danger" type="submit" loading={deleting} disabledReason={confirmed ? null : why}>
          {submitLabel ?? t('ui.delete.submit')}
        </Button>
      </div>
      <p id={whyId} className="delete-why tiny muted" aria-live="polite">
        {why}
      </p>
    </form>
  );
}

/** Requires the typed name before a deletion (Spec 5, Destructive delete). The field is empty at every opening. */
export function ConfirmDelete(props: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title ?? t('ui.delete.title', { name: props.name })}
      text={props.text}
      top={props.top}
    >
      <TypedForm {...props} />
    </Dialog>
  );
}
