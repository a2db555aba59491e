import type { MessageText as Written } from '../../../domain/messages/texts.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { NestedHtml } from '../../ui/NestedHtml.tsx';
import { RichText } from '../../ui/RichText.tsx';

type Props = { written: Written; title: string; lang?: Language };

/** The text of a message: imported HTML only in a document of its own. */
export function MessageText({ written: { body = [], html }, title, lang }: Props) {
  return html === undefined ? <RichText text={body} lang={lang} /> : <NestedHtml title={title} html={html} />;
}
