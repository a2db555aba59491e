import { Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { textOfHtml } from '../../../domain/html-import/text-of-html.ts';
import { templateLimits } from '../../../domain/mail-templates/limits.ts';
import type { TextField } from '../../../domain/mail-templates/template.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { acting } from '../../app/session/acting.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCode, IconRestore } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { HtmlImport, ImportedText } from '../html-import/index.ts';
import { BuiltInText } from './BuiltInText.tsx';
import { toDraft } from './draft.ts';
import type { Template, TemplateLanguage } from './loader.ts';
import { TemplatePreview } from './TemplatePreview.tsx';
import { useTemplateForm } from './use-template-form.ts';
import { VariableButtons } from './VariableButtons.tsx';

type Props = { kind: NotificationKind; stored: TemplateLanguage; variables: Template['variables'] };
type LineField = Exclude<TextField, 'html'>;
const lineFields = ['subject', 'greeting', 'button'] as const;

/** The unit's wording of a kind of mail in one language, beside the built-in text and the mail that it makes. */
export function TemplateForm({ kind, stored, variables }: Props) {
  const { t } = useTranslation();
  const { form, writes, input, save, reset } = useTemplateForm(kind, stored);
  const [importing, setImporting] = useState(false);
  const { draft } = form;
  const isVisit = acting() !== null;
  // Where a variable goes: the field that had the focus last, at its cursor.
  const inputs = useRef<Partial<Record<LineField, HTMLInputElement | HTMLTextAreaElement | null>>>({});
  const last = useRef<LineField>('body');
  const insert = (name: string) => {
    const field = last.current === 'body' && draft.html ? 'subject' : last.current;
    const box = inputs.current[field];
    const from = box?.selectionStart ?? draft[field].length;
    const to = box?.selectionEnd ?? from;
    const word = `{{${name}}}`;
    // The cursor goes behind the word at once: a moment later it would take the focus from the field that someone went on to.
    flushSync(() => form.set(field, draft[field].slice(0, from) + word + draft[field].slice(to)));
    box?.focus();
    box?.setSelectionRange(from + word.length, from + word.length);
  };
  const getProps = (field: LineField) => ({
    label: t(`templates.field.${field}`),
    value: draft[field],
    error: form.getError(field),
    readOnly: isVisit,
    onFocus: () => {
      last.current = field;
    },
    onChange: (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value),
  });
  const getLine = (field: (typeof lineFields)[number]) => (
    <TextInput
      {...getProps(field)}
      maxLength={templateLimits[field]}
      ref={(box) => {
        inputs.current[field] = box;
      }}
    />
  );
  return (
    <div className="templates-editor">
      <div className="templates-column">
        {writes.problem && (
          <Notice tone="err">
            <SaveRefusal
              refusal={writes.problem}
              changedText={t('templates.changed')}
              reloadLabel={t('templates.changed.load')}
              onReload={() => {
                form.load(toDraft(stored), stored.own?.version ?? 0);
                writes.clear();
              }}
            />
          </Notice>
        )}
        {!isVisit && <VariableButtons variables={variables} onInsert={insert} />}
        {getLine('subject')}
        {getLine('greeting')}
        {draft.html ? (
          <ImportedText
            html={draft.html}
            error={form.getError('html')}
            onRemove={isVisit ? undefined : () => form.change({ html: '', body: draft.body || textOfHtml(draft.html) })}
          />
        ) : (
          <Textarea
            {...getProps('body')}
            description={t('templates.field.body.help')}
            autosize
            minRows={6}
            maxRows={18}
            ref={(box) => {
              inputs.current.body = box;
            }}
          />
        )}
        {getLine('button')}
        {!isVisit && (
          <div className="row templates-tools">
            <Button icon={IconCode} aria-haspopup="dialog" onClick={() => setImporting(true)}>
              {t('htmlImport.import')}
            </Button>
            <Button icon={IconRestore} disabledReason={!stored.own && t('templates.reset.none')} onClick={() => void reset()}>
              {t('templates.reset')}
            </Button>
          </div>
        )}
        <BuiltInText text={stored.builtIn} />
      </div>
      {!isVisit && (
        <TemplatePreview
          input={input}
          problems={Object.values(form.problems).flatMap((problem) => (problem ? [problem] : []))}
          onInvalid={() => form.check()}
        />
      )}
      <HtmlImport
        opened={importing}
        onClose={() => setImporting(false)}
        onImport={(html) => {
          form.set('html', html);
          setImporting(false);
        }}
      />
      <SaveBar
        changes={form.changed.length}
        errors={form.errors}
        saving={writes.busy}
        onSave={() => void save()}
        onDiscard={() => {
          form.reset();
          writes.clear();
        }}
      />
    </div>
  );
}
