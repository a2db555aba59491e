import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { optionsFromLines } from '../../../domain/custom-fields/definition.ts';
import type { FieldOption } from '../../../domain/custom-fields/field.ts';
import { maxOptionLength, maxOptions } from '../../../domain/custom-fields/limits.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArchive, IconArrowDown, IconArrowUp, IconClipboardText, IconLanguage, IconPlus, IconRestore, IconX } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

const languages = Object.keys(languageNames) as Language[]; // because Object.keys loses the literal type

type Props = {
  options: readonly FieldOption[];
  onChange: (options: FieldOption[]) => void;
  /** How often each option is used; one in use is retired, never removed. */
  used: ReadonlyMap<string, number>;
  own: Language;
  error?: string | undefined;
};

/** The options of a choice: add them one by one or paste lines, reorder, translate, retire. */
export function OptionsEditor({ options, onChange, used, own, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [pasting, setPasting] = useState<string | null>(null);
  const [naming, setNaming] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const open = options.filter((option) => !option.retired).length;

  const addLines = (text: string) => {
    const added = optionsFromLines(text, options);
    if (added.length > 0) onChange([...options, ...added]);
    setSaid(t('customFields.option.added', { count: added.length }));
    return added.length;
  };
  const addTyped = () => {
    if (typed.trim() === '') return;
    addLines(typed);
    setTyped('');
    input.current?.focus();
  };
  const move = (at: number, step: -1 | 1) => {
    const to = at + step;
    const moved = options[at];
    if (!moved || to < 0 || to >= options.length) return;
    const others = options.filter((_, index) => index !== at);
    onChange([...others.slice(0, to), moved, ...others.slice(to)]);
    setSaid(t('ui.table.moved', { name: moved.value, position: to + 1, total: options.length }));
  };
  const change = (at: number, option: FieldOption | null) =>
    onChange(options.flatMap((each, index) => (index === at ? (option ? [option] : []) : [each])));
  const onKeys = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <fieldset className="custom-options" aria-describedby={`${id}h`}>
      <legend>{t('customFields.part.options')}</legend>
      <p className="small muted" id={`${id}h`}>
        {t('customFields.option.help')} <span className="num">{t('customFields.option.room', { count: open, most: maxOptions })}</span>
      </p>
      <ol className="plain-list">
        {options.map((option, at) => {
          const count = used.get(option.value) ?? 0;
          return (
            <li key={option.value} className={option.retired ? 'custom-option-retired' : undefined}>
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset comes with its own legend. */}
              <div className="custom-option" role="group" aria-label={option.value} onKeyDown={(event) => onKeys(event, at)}>
                <span className="custom-option-name">{option.value}</span>
                {option.retired && <Badge>{t('customFields.option.retired')}</Badge>}
                {count > 0 && <span className="tiny muted num">{t('customFields.option.used', { count })}</span>}
                <span className="custom-option-tools">
                  <IconButton
                    icon={IconArrowUp}
                    size="s"
                    label={t('customFields.option.up', { name: option.value })}
                    onClick={() => move(at, -1)}
                    disabledReason={at === 0 && t('customFields.option.first')}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    size="s"
                    label={t('customFields.option.down', { name: option.value })}
                    onClick={() => move(at, 1)}
                    disabledReason={at === options.length - 1 && t('customFields.option.last')}
                  />
                  <IconButton
                    icon={IconLanguage}
                    size="s"
                    label={t('customFields.option.name', { name: option.value })}
                    aria-expanded={naming === option.value}
                    onClick={() => setNaming(naming === option.value ? null : option.value)}
                  />
                  <IconButton
                    icon={option.retired ? IconRestore : IconArchive}
                    size="s"
                    label={t(option.retired ? 'customFields.option.bringBack' : 'customFields.option.retire', { name: option.value })}
                    onClick={() => change(at, { ...option, retired: !option.retired })}
                  />
                  {count === 0 && (
                    <IconButton
                      icon={IconX}
                      size="s"
                      label={t('customFields.option.remove', { name: option.value })}
                      onClick={() => change(at, null)}
                    />
                  )}
                </span>
              </div>
              {naming === option.value && (
                <div className="custom-option-names">
                  {languages.map((language) => (
                    <TextInput
                      key={language}
                      label={t('customFields.option.nameIn', { language: languageNames[language] })}
                      placeholder={option.labels[own] ?? option.value}
                      value={option.labels[language] ?? ''}
                      onChange={(event) => {
                        const { [language]: _, ...others } = option.labels;
                        const word = event.currentTarget.value;
                        change(at, { ...option, labels: word === '' ? others : { ...others, [language]: word } });
                      }}
                      maxLength={maxOptionLength}
                      autoComplete="off"
                    />
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <div className="custom-option-add">
        <TextInput
          ref={input}
          label={t('customFields.option.new')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!/[\r\n\t]/.test(text.trim())) return;
            event.preventDefault();
            addLines(text);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            addTyped();
          }}
          error={error}
          maxLength={maxOptionLength}
          autoComplete="off"
        />
        <Button icon={IconPlus} onClick={addTyped}>
          {t('customFields.option.add')}
        </Button>
      </div>
      {pasting === null ? (
        <Button kind="text" size="s" icon={IconClipboardText} onClick={() => setPasting('')}>
          {t('customFields.option.paste')}
        </Button>
      ) : (
        <div className="custom-paste">
          <Textarea
            label={t('customFields.option.lines')}
            description={t('customFields.option.linesHelp')}
            value={pasting}
            onChange={(event) => setPasting(event.currentTarget.value)}
            autosize
            minRows={4}
            maxRows={12}
            data-autofocus
          />
          <div className="row">
            <Button
              size="s"
              kind="primary"
              onClick={() => {
                addLines(pasting);
                setPasting(null);
              }}
            >
              {t('customFields.option.addLines')}
            </Button>
            <Button size="s" onClick={() => setPasting(null)}>
              {t('ui.cancel')}
            </Button>
          </div>
        </div>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}
