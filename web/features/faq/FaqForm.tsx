import { Input, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FaqAudience } from '../../../domain/faq/limits.ts';
import { faqLimits } from '../../../domain/faq/limits.ts';
import { type FaqTexts, wordsFor } from '../../../domain/faq/texts.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { call } from '../../app/data/api.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useWho } from '../../app/session/session.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { refreshFaq, type StoredEntry } from './queries.ts';

type Draft = { texts: FaqTexts; audience: FaqAudience; below: boolean };
export type FaqFormProps = {
  own: Language;
  opened: boolean;
  onClose: () => void;
  record?: StoredEntry;
  elsewhere?: boolean;
  onRefused?: () => void;
  onReload?: () => Promise<StoredEntry | undefined>;
  children?: (fields: ReactNode) => ReactNode;
};

const toDraft = ({ texts, audience, below }: StoredEntry): Draft => ({ texts, audience, below });
const nothingYet: Draft = { texts: {}, audience: 'signed_in', below: false };
const none = { question: '', answer: [] };
const isBlank = ({ question, answer }: { question: string; answer: readonly unknown[] }) => question.trim() === '' && answer.length === 0;
/** A language in which nothing is written is a gap, not an empty text. */
const written = (texts: FaqTexts): FaqTexts =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const words = texts[language];
      return words && !isBlank(words) ? [[language, words]] : [];
    }),
  );
const same = (field: keyof Draft & string, one: Draft, other: Draft) =>
  JSON.stringify(field === 'texts' ? written(one.texts) : one[field]) ===
  JSON.stringify(field === 'texts' ? written(other.texts) : other[field]);

/** One question: its words in each language, who reads it, and whether it applies below. */
export function FaqForm({
  own,
  opened,
  onClose,
  record,
  elsewhere = false,
  onRefused,
  onReload,
  children = (fields) => fields,
}: FaqFormProps) {
  const { t, language: reading } = useTranslation();
  const profile = useWho()?.profile;
  const [language, setLanguage] = useState<Language>(() =>
    record
      ? (languages.find((each) => each === reading && record.texts[each]) ?? languages.find((each) => record.texts[each]) ?? own)
      : own,
  );
  const form = useForm<Draft, 'texts' | 'question' | 'answer'>({
    start: record ? toDraft(record) : nothingYet,
    version: record?.version,
    same,
    problems: ({ texts }) => {
      const words = texts[language] ?? none;
      const needed = !isBlank(words) || Object.keys(written(texts)).length === 0;
      return {
        question: needed && words.question.trim() === '' ? t('ui.form.required', { name: t('faq.question') }) : undefined,
        answer: needed && words.answer.length === 0 ? t('ui.form.required', { name: t('faq.answer') }) : undefined,
      };
    },
  });
  const { save, busy, problem, clear } = useSave({ refresh: refreshFaq });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const close = () => leave(onClose);
  const { draft } = form;
  const words = draft.texts[language] ?? none;
  const write = (change: Partial<typeof words>) => form.set('texts', { ...draft.texts, [language]: { ...words, ...change } });
  /** The first language whose words are half written. */
  const halfWritten = () =>
    languages.find((each) => {
      const theirs = draft.texts[each];
      return theirs && !isBlank(theirs) && (theirs.question.trim() === '' || theirs.answer.length === 0);
    });
  const submit = async () => {
    clear();
    if (record && !form.dirty) return close();
    const half = halfWritten();
    if (half && half !== language) setLanguage(half);
    if (!form.check() || half) return onRefused?.();
    const input = { ...draft, texts: written(draft.texts) };
    await save(async () => {
      if (record) await call('PUT /api/auth/faq/{id}', { ...input, id: record.id, version: form.version });
      else await call('POST /api/auth/faq', input);
      toast.success(t(record ? 'faq.saved' : 'faq.added'));
      close();
    });
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.rebase(toDraft(fresh), fresh.version);
    clear();
  };
  const gaps = languages.filter((each) => !written(draft.texts)[each]);
  const fallback = languageNames[wordsFor(written(draft.texts), own, own)?.language ?? own];
  const fields = (
    <>
      <Segmented
        label={t('faq.language')}
        segments={languages.map((value) => ({ value, label: written(draft.texts)[value] ? `${value} ✓` : value }))}
        value={language}
        onChange={setLanguage}
      />
      <p className="small muted">
        {gaps.length === 0 || gaps.length === languages.length
          ? t('faq.fallback', { language: fallback })
          : t('faq.missing', { languages: gaps.map((each) => languageNames[each]).join(', '), language: fallback })}
      </p>
      <TextInput
        label={t('faq.question')}
        value={words.question}
        maxLength={faqLimits.question}
        lang={language}
        autoComplete="off"
        error={form.getError('question')}
        onChange={(event) => write({ question: event.currentTarget.value })}
      />
      <RichTextField
        key={language}
        label={t('faq.answer')}
        value={words.answer}
        lang={language}
        error={form.getError('answer')}
        onChange={(answer) => write({ answer })}
      />
      <Input.Wrapper
        label={t('faq.audience')}
        labelElement="div"
        description={t(draft.audience === 'public' ? 'faq.audience.publicHelp' : 'faq.audience.signedInHelp')}
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <Segmented
          label={t('faq.audience')}
          segments={(['signed_in', 'public'] as const).map((value) => ({ value, label: t(`faq.audience.${value}`) }))}
          value={draft.audience}
          onChange={(audience) => form.set('audience', audience)}
        />
      </Input.Wrapper>
      {profile !== 'admin' && (
        <SwitchRow
          label={t('faq.below')}
          text={t(profile === 'a2m' ? 'faq.belowPlatform' : 'faq.belowPartner')}
          checked={draft.below}
          onChange={(below) => form.set('below', below)}
        />
      )}
    </>
  );
  return (
    <DrawerForm
      title={t(record ? 'faq.editTitle' : 'faq.new')}
      dirty={form.dirty}
      saving={busy}
      readOnly={elsewhere && !form.dirty}
      submitLabel={record ? undefined : t('faq.add')}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('faq.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={close}
    >
      {children(fields)}
    </DrawerForm>
  );
}
