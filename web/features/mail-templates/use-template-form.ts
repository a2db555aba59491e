import { useMemo } from 'react';
import { templateLimits } from '../../../domain/mail-templates/limits.ts';
import { type TextField, templateProblems } from '../../../domain/mail-templates/template.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { fitsRichText } from '../../../domain/rich-text/check.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useRouteGuard } from '../../app/routes/route-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { htmlWords } from '../html-import/index.ts';
import { type Draft, getText, toDraft } from './draft.ts';
import { type TemplateLanguage, templateQuery, templatesQuery } from './loader.ts';

export type TestResult = CallOutput<'POST /api/auth/mail-templates/{kind}/test'>;
const fields = ['subject', 'greeting', 'body', 'html', 'button'] as const;

/** The draft of one kind in one language: its problems, and saving, testing and resetting it. */
export function useTemplateForm(kind: NotificationKind, stored: TemplateLanguage) {
  const { t } = useTranslation();
  const { language, own } = stored;
  const shownProblems = useMemo(
    () =>
      (draft: Draft): Partial<Record<TextField, string>> => {
        const text = getText(draft);
        const found: Partial<Record<TextField, string>> = {};
        for (const field of ['subject', 'greeting', 'button'] as const)
          if (draft[field].length > templateLimits[field]) found[field] = t('templates.fault.too_long', { limit: templateLimits[field] });
        if (text.body && !fitsRichText(text.body)) found.body = t('templates.fault.text_too_long');
        for (const { field, reason, variable = '' } of templateProblems(kind, text))
          found[field] ??= t(`templates.fault.${reason}`, { variable: reason === 'broken_variable' ? variable : `{{${variable}}}` });
        return found;
      },
    [kind, t],
  );
  const form = useForm<Draft, TextField>({ start: toDraft(stored), version: own?.version ?? 0, problems: shownProblems });
  useRouteGuard(form.dirty, ['tab', 'kind', 'lang']);
  const writes = useSave<TextField>({
    fields,
    refuseAt: (field, text) => form.refuse(field, text),
    words: (error) => htmlWords(error, t),
    refresh: (client) =>
      Promise.all([
        client.invalidateQueries({ queryKey: templateQuery(kind).queryKey }),
        client.invalidateQueries({ queryKey: templatesQuery.queryKey, exact: true }),
      ]),
  });
  const input = () => ({ kind, language, ...forWire(form.draft) });

  const save = async () => {
    if (!form.check()) return;
    const sent = form.draft;
    await writes.save(async () => {
      const { version } = await call('PUT /api/auth/mail-templates/{kind}', { ...input(), version: form.version });
      form.settle(sent, sent, version);
      toast.success(t('templates.saved'));
    });
  };
  const reset = async () => {
    const agreed = await confirm({
      title: t('templates.reset.title'),
      text: t('templates.reset.text'),
      yes: t('templates.reset'),
      danger: true,
    });
    if (!agreed) return;
    await writes.save(async () => {
      await call('DELETE /api/auth/mail-templates/{kind}', { kind, language });
      form.load(toDraft({ ...stored, own: null }), 0);
      toast.success(t('templates.reset.done'));
    });
  };
  return { form, writes, input, save, reset };
}

/** A draft as the API takes it. */
function forWire(draft: Draft) {
  const { subject, greeting, button, body, html } = getText(draft);
  return { subject, greeting, button, ...(html ? { html } : { body: body ?? [] }) };
}
