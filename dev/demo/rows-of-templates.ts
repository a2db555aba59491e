import { parseMarkdown } from '../../domain/rich-text/markdown.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { type Clock, day } from './times.ts';

const granted = {
  'pt-BR': {
    subject: 'Acesso liberado: {{report}}',
    greeting: 'Olá, {{recipient}}!',
    text: '**{{person}}** liberou o relatório *{{report}}* para você.',
    more: 'Dúvidas sobre os números? Fale com a equipe de dados: [dados@vertice.com.br](mailto:dados@vertice.com.br).',
    button: 'Abrir {{report}}',
  },
  es: {
    subject: 'Acceso concedido: {{report}}',
    greeting: '¡Hola, {{recipient}}!',
    text: '**{{person}}** te dio acceso al informe *{{report}}*.',
    more: '¿Dudas sobre las cifras? Escribe al equipo de datos: [dados@vertice.com.br](mailto:dados@vertice.com.br).',
    button: 'Abrir {{report}}',
  },
};

/** One unit words one kind of mail, in two of its languages. */
export const templateRows = (tenant: DemoTenant, clock: Clock): Rows =>
  tenant.key === 'vertice'
    ? Object.entries(granted).map(([language, { text, more, ...lines }]) => ({
        ...{ tenant_id: tenant.id, kind: 'catalog_granted', language, ...lines, body: parseMarkdown(`${text}\n\n${more}`) },
        ...{ changed_at: clock.ago(20 * day), version: 1 },
      }))
    : [];
