import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { htmlLimits } from '../../../domain/html-import/rules.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconFileUpload } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import './html-import.css';

/** `text` says where the content goes, in place of the text for mail templates. */
type Props = { opened: boolean; onClose: () => void; onImport: (html: string) => void; text?: string };
type Refusals = CallOutput<'POST /api/auth/html-import'>['refusals'];
const rules = ['inline', 'head', 'root', 'scripts'] as const;

/** Takes the text of a mail from an HTML document, or names each rule that the document breaks, with its line. */
export function HtmlImport({ opened, onClose, onImport, text }: Props) {
  const { t } = useTranslation();
  const [html, setHtml] = useState('');
  const [refusals, setRefusals] = useState<Refusals>([]);
  const file = useRef<HTMLInputElement>(null);
  const { save, busy, problem } = useSave();
  const change = (next: string) => {
    setHtml(next);
    setRefusals([]);
  };
  const submit = () =>
    save(async () => {
      const answer = await call('POST /api/auth/html-import', { html });
      setRefusals(answer.refusals);
      if (answer.html === null) return;
      onImport(answer.html);
      change('');
    });
  return (
    <Dialog opened={opened} onClose={onClose} title={t('htmlImport.import')} width={720}>
      <div className="html-import">
        <p className="small muted">{text ?? t('htmlImport.text')}</p>
        <ul className="small muted">
          {rules.map((rule) => (
            <li key={rule}>{t(`htmlImport.rule.${rule}`)}</li>
          ))}
        </ul>
        <div>
          <Button icon={IconFileUpload} onClick={() => file.current?.click()}>
            {t('htmlImport.file')}
          </Button>
          <input
            ref={file}
            type="file"
            accept=".html,.htm,text/html"
            hidden
            aria-label={t('htmlImport.file')}
            onChange={async (event) => {
              const input = event.currentTarget;
              const text = await input.files?.[0]?.text();
              input.value = '';
              // One character too many is enough to be refused.
              if (text !== undefined) change(text.slice(0, htmlLimits.length + 1));
            }}
          />
        </div>
        <Textarea
          label={t('htmlImport.source')}
          className="html-source"
          spellCheck={false}
          rows={10}
          value={html}
          error={html.length > htmlLimits.length ? t('htmlImport.tooLong', { limit: htmlLimits.length }) : undefined}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {refusals.length > 0 && (
          <Notice tone="err" title={t('htmlImport.refused')}>
            <ul>
              {refusals.map(({ rule, line, what }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two refusals may be alike, and their order never changes.
                <li key={index}>{t('htmlImport.line', { line, rule: t(`htmlImport.rule.${rule}`), what })}</li>
              ))}
            </ul>
          </Notice>
        )}
        {problem && <Notice tone="err">{problem.text}</Notice>}
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button
          kind="primary"
          loading={busy}
          disabledReason={(html.trim() === '' || html.length > htmlLimits.length) && t('htmlImport.none')}
          onClick={() => void submit()}
        >
          {t('htmlImport.check')}
        </Button>
      </div>
    </Dialog>
  );
}
