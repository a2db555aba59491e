import type { FaqTexts } from '../../domain/faq/texts.ts';
import { parseMarkdown } from '../../domain/rich-text/markdown.ts';
import type { Language } from '../../domain/session/languages.ts';
import { demoId } from './catalog/build.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { type Clock, day } from './times.ts';

type DemoQuestion = {
  key: string;
  audience: 'public' | 'signed_in';
  below?: true;
  /** By language: the question, and the answer in Markdown. */
  texts: Partial<Record<Language, readonly [question: string, answer: string]>>;
};

const questions: Record<string, readonly DemoQuestion[]> = {
  mirante: [
    {
      key: 'browsers',
      audience: 'public',
      below: true,
      texts: {
        'pt-BR': [
          'Em quais navegadores o portal funciona?',
          'Nas duas versões mais recentes de **Chrome**, **Edge**, **Firefox** e **Safari**, no computador e no celular.',
        ],
        'en-US': [
          'Which browsers does the portal support?',
          'The latest two versions of **Chrome**, **Edge**, **Firefox** and **Safari**, on computers and phones.',
        ],
        es: [
          '¿En qué navegadores funciona el portal?',
          'En las dos versiones más recientes de **Chrome**, **Edge**, **Firefox** y **Safari**, en el ordenador y en el móvil.',
        ],
        'pt-PT': [
          'Em que navegadores funciona o portal?',
          'Nas duas versões mais recentes de **Chrome**, **Edge**, **Firefox** e **Safari**, no computador e no telemóvel.',
        ],
      },
    },
    {
      key: 'export',
      audience: 'signed_in',
      below: true,
      texts: {
        'pt-BR': [
          'Como exporto um relatório?',
          '1. Abra o relatório\n2. Em *Exportar*, escolha o formato\n3. Quando o arquivo estiver pronto, ele aparece em **Meus arquivos**',
        ],
        'en-US': [
          'How do I export a report?',
          '1. Open the report\n2. In *Export*, choose the format\n3. When the file is ready, it’s in **My files**',
        ],
      },
    },
  ],
  numera: [
    {
      key: 'contact',
      audience: 'public',
      below: true,
      texts: {
        'pt-BR': [
          'Com quem falo se não consigo entrar?',
          'Primeiro use [Esqueci minha senha](https://numera.example/ajuda/senha). Se não resolver, escreva para ' +
            '[suporte@numera.example](mailto:suporte@numera.example) com o nome da sua empresa.',
        ],
        es: [
          '¿A quién escribo si no puedo entrar?',
          'Primero usa *Olvidé mi contraseña*. Si no funciona, escribe a [soporte@numera.example](mailto:soporte@numera.example).',
        ],
      },
    },
  ],
  vertice: [
    {
      key: 'closing',
      audience: 'signed_in',
      texts: {
        'pt-BR': [
          'Quando os números do mês ficam fechados?',
          '## Calendário\n\n- **Dia 3**: vendas e faturamento\n- **Dia 5**: DRE gerencial\n- **Dia 8**: estoques e margem\n\n' +
            '> Antes disso os painéis mostram valores provisórios, marcados com `prévia`.',
        ],
        'en-US': [
          'When are the numbers of the month final?',
          '- **Day 3**: sales and invoicing\n- **Day 5**: management P&L\n- **Day 8**: stock and margin',
        ],
      },
    },
    {
      key: 'access',
      audience: 'public',
      texts: {
        'pt-BR': [
          'Como peço acesso a um relatório?',
          'No **Catálogo**, abra o relatório e escolha *Pedir acesso*. Quem cuida dele responde em até dois dias úteis.',
        ],
      },
    },
  ],
  sierra: [
    {
      key: 'updated',
      audience: 'public',
      texts: {
        es: ['¿Cada cuánto se actualizan los datos?', 'Cada **tres horas**, de 6:00 a 21:00. La hora está junto al título del informe.'],
      },
    },
  ],
};

const votes: readonly (readonly [helped: number, not: number])[] = [
  [14, 2],
  [6, 1],
];

/** Common questions in several languages: some public, some for the tenants below, some with gaps. */
export function faqRows(tenant: DemoTenant, clock: Clock): Rows {
  return (questions[tenant.key] ?? []).map(({ key, audience, below = false, texts }, position) => {
    const written: FaqTexts = Object.fromEntries(
      Object.entries(texts).map(([language, [question, answer]]) => [language, { question, answer: parseMarkdown(answer) }]),
    );
    const [helped, notHelped] = votes[position] ?? [0, 0];
    return {
      ...{ tenant_id: tenant.id, id: demoId(`${tenant.key}/faq/${key}`), audience, below, position, texts: written },
      ...{ helped, not_helped: notHelped, created_at: clock.ago((40 - position) * day) },
    };
  });
}
