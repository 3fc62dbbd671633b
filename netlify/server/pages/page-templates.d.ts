/** Written by `build/page-templates.ts`. */
declare module '#page-templates/*' {
  const template: import('./template.ts').PageTemplate;
  export default template;
}
