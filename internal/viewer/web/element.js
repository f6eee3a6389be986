// Elements of the page.

/**
 * An element with text or children. Text of a trace only ever becomes text.
 * @param {string} tag
 * @param {Object<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}
