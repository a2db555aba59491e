import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { longestComment } from '../../../domain/comments/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { MentionList } from './MentionList.tsx';
import { mentionedIn } from './mention-text.ts';
import { useMentions } from './use-mentions.ts';
import type { Draft } from './use-write-comment.ts';

type Props = {
  reportId: string;
  label: string;
  hint?: string;
  submit: string;
  start?: { text: string; mentions: readonly { id: string; name: string }[] };
  autoFocus?: boolean;
  onSend: (draft: Draft) => Promise<boolean>;
  onCancel?: () => void;
};

const nearEnd = 200;

/** Writes a comment: @ finds users, Ctrl Enter sends, an unsent draft stays. */
export function Composer({ reportId, label, hint, submit, start, autoFocus = false, onSend, onCancel }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(start?.text ?? '');
  const [people, setPeople] = useState<readonly { id: string; name: string }[]>(start?.mentions ?? []);
  const [sending, setSending] = useState(false);
  const [missing, setMissing] = useState(false);
  const mentions = useMentions(reportId, (from, to, person) => {
    const next = `${text.slice(0, from)}@${person.name} ${text.slice(to)}`;
    // Synchronously, not in the next frame: otherwise text typed before it would land at the old caret.
    flushSync(() => {
      setText(next);
      setPeople((before) => [...before, person]);
    });
    const caret = from + person.name.length + 2;
    field.current?.setSelectionRange(caret, caret);
  });
  const left = longestComment - text.trim().length;

  const send = async () => {
    if (sending) return;
    if (text.trim() === '' || left < 0) {
      setMissing(text.trim() === '');
      field.current?.focus();
      return;
    }
    setSending(true);
    const sent = await onSend({ text: text.trim(), mentions: mentionedIn(text, people) });
    setSending(false);
    if (!sent) return;
    setText('');
    setPeople([]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape' && onCancel) {
      event.preventDefault();
      onCancel();
    }
  };

  return (
    <div className="comment-composer">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        className="comment-field"
        rows={3}
        placeholder={label}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed the button that opens it.
        autoFocus={autoFocus}
        aria-describedby={`${id}-hint`}
        aria-invalid={missing || left < 0 || undefined}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={`${id}-people`}
        aria-activedescendant={mentions.active ? `${id}-people-${mentions.active.id}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMissing(false);
          mentions.look(event.currentTarget.value, event.currentTarget.selectionStart);
        }}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
      />
      <MentionList id={`${id}-people`} mentions={mentions} />
      <div className="comment-foot">
        <p className="tiny muted" id={`${id}-hint`}>
          {left < 0
            ? t('comments.tooLong', { count: -left })
            : left < nearEnd
              ? t('comments.left', { count: left })
              : (hint ?? t('comments.hint'))}
        </p>
        {missing && (
          <p className="tiny comment-missing" role="alert">
            {t('comments.empty')}
          </p>
        )}
        <span className="push" />
        {onCancel && (
          <Button size="s" onClick={onCancel}>
            {t('comments.cancel')}
          </Button>
        )}
        <Button size="s" kind="primary" loading={sending} onClick={() => void send()}>
          {submit}
        </Button>
      </div>
    </div>
  );
}
