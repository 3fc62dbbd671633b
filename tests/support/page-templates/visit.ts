import { visitTemplate } from '../../../scripts/page-templates.ts';
import { markupOf } from './markup.ts';

const texts = await Promise.all([
  markupOf('src/pages/visit.astro'),
  markupOf('src/components/visit/VisitStates.astro'),
  markupOf('src/components/visit/VisitChoice.astro'),
]);

export default visitTemplate(
  `<html><main id="main">The page without a visit ${texts.join('\n')}</main><footer></footer></html>`,
);
