import { textOfHtml } from '../../../domain/html-import/text-of-html.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import './html-import.css';

type Props = { html: string; error: string | undefined; onRemove: (() => void) | undefined };

/** What an imported document says, in place of the field for a text; *Write the text here instead* returns to the field. */
export function ImportedText({ html, error, onRemove }: Props) {
  const { t } = useTranslation();
  return (
    <div>
      <p className="imported-label">{t('htmlImport.title')}</p>
      <pre className="imported-plain">{textOfHtml(html)}</pre>
      {error && <p className="imported-error">{error}</p>}
      {onRemove && (
        <Button size="s" onClick={onRemove}>
          {t('htmlImport.remove')}
        </Button>
      )}
    </div>
  );
}
