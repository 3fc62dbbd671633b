import { bookTemplate } from '../../../scripts/page-templates.ts';
import { markupOf } from './markup.ts';

const form = await markupOf('src/components/sections/CallbackForm.astro');

export default bookTemplate(`<html><main id="main">${form}</main></html>`);
