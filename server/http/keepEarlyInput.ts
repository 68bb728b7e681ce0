import "server-only";

/**
 * A script for a page's head. It keeps back early input, to parts of the page that React has not hydrated yet (their elements have
 * no properties of React's; those of forms and lists are numbers), and records it in `earlyInput` (lib/earlyInput.ts). The browser
 * still does what needs no script, such as following a link, but opens no popover, which would not be positioned, and submits no
 * form, which would go to the page's own address. While a field still has to be entered again, all buttons and forms are kept back:
 * what they do may need it.
 */
export const KEEP_EARLY_INPUT = `{let early=self.earlyInput=[],fields=self.earlyFields=new Set,keep=event=>{\
let{type,target,submitter,timeStamp:at}=event,element=type=="click"?target.closest("button,[aria-haspopup]"):target,form=element?.form;\
if(!element||type=="click"&&form&&element.type=="submit")return;\
if(Object.keys(element).some(isNaN)&&(type=="input"||!fields.size))return;\
event.stopImmediatePropagation();\
if(type=="input")fields.add(element);else event.preventDefault();\
early.push({type,element,submitter,at,label:(submitter??element).textContent,value:element.value,checked:element.checked});\
self.replayEarlyInput?.()\
};for(let type of["click","input","submit"])addEventListener(type,keep,true)}`;
